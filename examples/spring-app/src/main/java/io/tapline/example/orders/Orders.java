package io.tapline.example.orders;

import io.tapline.spring.TaplineTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The application's own table, and the work that goes with it. */
@Service
public class Orders {

  static final String SHIPPING = "shipping";

  /** What shipping needs to know. */
  public record Shipment(long number, String item) {}

  private final JdbcTemplate sql;
  private final TaplineTemplate tapline;

  Orders(JdbcTemplate sql, TaplineTemplate tapline) {
    this.sql = sql;
    this.tapline = tapline;
  }

  /** Both or neither: a shipment without an order, or an order without one, cannot be. */
  @Transactional
  public void place(long number, String item) {
    sql.update("insert into orders (number, item, status) values (?, ?, 'PLACED')", number, item);
    tapline.enqueue(SHIPPING, "order-" + number, new Shipment(number, item));
    if (item.isBlank()) {
      throw new IllegalArgumentException("an order needs an item");
    }
  }

  /** The same twice is the same once: work may be done again after a crash. */
  @Transactional
  public void shipped(long number) {
    sql.update("update orders set status = 'SHIPPED' where number = ?", number);
  }

  /** Null when there is no such order. */
  public String status(long number) {
    return sql
        .queryForList("select status from orders where number = ?", String.class, number)
        .stream()
        .findFirst()
        .orElse(null);
  }
}
