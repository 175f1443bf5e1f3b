package io.tapline.server.webhooks;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Resolves a name once for each connection and returns only checked addresses: the client connects
 * to exactly these addresses, so a changing DNS answer (DNS rebinding) has no effect.
 */
final class CheckedResolver implements DnsResolver {

  private final HostLookup lookup;
  private final AddressRule rule;

  CheckedResolver(HostLookup lookup, AddressRule rule) {
    this.lookup = lookup;
    this.rule = rule;
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    return rule.checked(host, lookup.addresses(host));
  }

  /** Needed for Kerberos only, which webhooks do not use. */
  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
