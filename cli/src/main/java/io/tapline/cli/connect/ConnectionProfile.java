package io.tapline.cli.connect;

/**
 * A server and a token, under a name.
 *
 * @param url null when it does not say
 * @param token null when it does not say
 */
record ConnectionProfile(String url, String token) {

  static final ConnectionProfile NONE = new ConnectionProfile(null, null);

  @Override
  public String toString() {
    return "Profile[" + url + "]";
  }
}
