package io.tapline.server;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;

/**
 * The beans of this package and those below. Spring's own error pages are left out: every error is
 * problem details.
 */
@SpringBootApplication(exclude = ErrorMvcAutoConfiguration.class)
class ServerApplication {}
