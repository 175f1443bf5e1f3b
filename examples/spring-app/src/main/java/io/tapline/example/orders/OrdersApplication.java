package io.tapline.example.orders;

import io.tapline.spring.TaplineQueue;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A shop: an order and the work that it means are stored in one transaction. */
@SpringBootApplication
public class OrdersApplication {

  /** Made at the start, unless it is there already. */
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
