/** A simulated lab that seeds itself: people, instruments and a cluster. */
package io.tapline.demo;
