package io.tapline.cli.connect;

/**
 * A server and a token, under a name.
 *
 * @param url null when it does not say
 * @param token null when it does not say
 */
record Profile(String url, String token) {

  static final Profile NONE = new Profile(null, null);

  @Override
  public String toString() {
    return "Profile[" + url + "]";
  }
}
