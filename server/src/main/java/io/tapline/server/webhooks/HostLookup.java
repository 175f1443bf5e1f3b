package io.tapline.server.webhooks;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** From the name of a host to its addresses, as the machine's resolver knows them. */
@FunctionalInterface
interface HostLookup {

  HostLookup SYSTEM = InetAddress::getAllByName;

  InetAddress[] addresses(String host) throws UnknownHostException;
}
