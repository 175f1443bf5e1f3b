package io.tapline.example.orders;

import io.tapline.spring.TaplineQueue;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A shop that stores an order and its shipping job in one transaction. */
@SpringBootApplication
public class OrdersApplication {

  /** The queue is created at the start if it is missing. */
  @Bean
  TaplineQueue shipping() {
    return TaplineQueue.of(Orders.SHIPPING);
  }

  public static void main(String[] arguments) {
    var application = new SpringApplication(OrdersApplication.class);
    application.addInitializers(new DemoDatabase());
    application.run(arguments);
  }
}
