package io.tapline.cli.connect;

/**
 * A server and a token, under a name.
 *
 * @param url null when the profile has none
 * @param token null when the profile has none
 */
record ConnectionProfile(String url, String token) {

  static final ConnectionProfile NONE = new ConnectionProfile(null, null);

  @Override
  public String toString() {
    return "Profile[" + url + "]";
  }
}
