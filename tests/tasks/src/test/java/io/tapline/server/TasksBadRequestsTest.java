package io.tapline.server;

/** Bad requests to the tasks API. */
class TasksBadRequestsTest extends BadRequestsTest {

  @Override
  int leastBad() {
    return 150;
  }

  @Override
  int leastCompared() {
    return 0;
  }
}
