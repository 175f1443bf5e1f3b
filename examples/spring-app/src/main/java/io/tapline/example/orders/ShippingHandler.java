package io.tapline.example.orders;

import io.tapline.client.worker.Job;
import io.tapline.example.orders.Orders.Shipment;
import io.tapline.spring.TaplineHandler;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Ships orders. */
@Component
class ShippingHandler {

  private final Orders orders;

  ShippingHandler(Orders orders) {
    this.orders = orders;
  }

  @TaplineHandler(queue = Orders.SHIPPING)
  Map<String, String> ship(Shipment shipment, Job job) {
    job.progress(0.5, "packed");
    orders.shipped(shipment.number());
    return Map.of("label", "L-" + shipment.number() + "-" + job.attempt());
  }
}
