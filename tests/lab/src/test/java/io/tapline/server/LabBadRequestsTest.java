package io.tapline.server;

/** Bad requests to the laboratory API. */
class LabBadRequestsTest extends BadRequestsTest {

  @Override
  int leastBad() {
    return 500;
  }

  @Override
  int leastCompared() {
    return 0;
  }
}
