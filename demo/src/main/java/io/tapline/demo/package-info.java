/** A lab that seeds itself and lives: simulated people, instruments and a cluster. */
package io.tapline.demo;
