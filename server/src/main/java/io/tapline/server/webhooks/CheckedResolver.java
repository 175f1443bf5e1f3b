package io.tapline.server.webhooks;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Resolves a name once for each connection and gives out what was checked, and nothing else: the
 * client connects to these very addresses, so a name whose answer changes (DNS rebinding) has no
 * second answer to give.
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

  /** For Kerberos only, which webhooks do not speak. */
  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
