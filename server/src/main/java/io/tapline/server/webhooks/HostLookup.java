package io.tapline.server.webhooks;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Resolves the name of a host with the resolver of the machine. */
@FunctionalInterface
interface HostLookup {

  HostLookup SYSTEM = InetAddress::getAllByName;

  InetAddress[] addresses(String host) throws UnknownHostException;
}
