package io.tapline.example.orders;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** HTTP endpoints of the shop. */
@RestController
class OrdersController {

  private final Orders orders;

  OrdersController(Orders orders) {
    this.orders = orders;
  }

  @PutMapping("/orders/{number}")
  String place(@PathVariable long number, @RequestParam String item) {
    orders.place(number, item);
    return "placed\n";
  }

  @GetMapping("/orders/{number}")
  String status(@PathVariable long number) {
    var status = orders.status(number);
    if (status == null) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND);
    }
    return status + "\n";
  }

  @ExceptionHandler
  @ResponseStatus(HttpStatus.BAD_REQUEST)
  String refused(IllegalArgumentException e) {
    return e.getMessage() + "\n";
  }
}
