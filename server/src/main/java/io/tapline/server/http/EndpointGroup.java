package io.tapline.server.http;

import java.util.List;

/** The endpoints of one noun. Every bean of this type is part of the table. */
public interface EndpointGroup {
  List<Endpoint> endpoints();
}
