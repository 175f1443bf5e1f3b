package io.tapline.example.orders;

import io.tapline.spring.TaplineTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The application's table, and the jobs for its orders. */
@Service
public class Orders {

  static final String SHIPPING = "shipping";

  /** The data of a shipping job. */
  public record Shipment(long number, String item) {}

  private final JdbcTemplate sql;
  private final TaplineTemplate tapline;

  Orders(JdbcTemplate sql, TaplineTemplate tapline) {
    this.sql = sql;
    this.tapline = tapline;
  }

  /**
   * One transaction stores the order and enqueues its job, so that neither exists without the
   * other.
   */
  @Transactional
  public void place(long number, String item) {
    sql.update("insert into orders (number, item, status) values (?, ?, 'PLACED')", number, item);
    tapline.enqueue(SHIPPING, "order-" + number, new Shipment(number, item));
    if (item.isBlank()) {
      throw new IllegalArgumentException("an order needs an item");
    }
  }

  /** Repeatable, because a job may run again after a crash. */
  @Transactional
  public void shipped(long number) {
    sql.update("update orders set status = 'SHIPPED' where number = ?", number);
  }

  /** Null if the order does not exist. */
  public String status(long number) {
    return sql
        .queryForList("select status from orders where number = ?", String.class, number)
        .stream()
        .findFirst()
        .orElse(null);
  }
}
