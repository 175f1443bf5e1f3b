/** Tapline inside a Spring Boot application, on the application's own database. */
package io.tapline.spring;
