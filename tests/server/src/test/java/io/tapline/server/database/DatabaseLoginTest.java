package io.tapline.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.server.ServerSettingsBuilder;
import io.tapline.server.base.StartupRefused;
import io.tapline.tapdb.Database;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class DatabaseLoginTest {

  private static final String PLAIN = "jdbc:postgresql://db:5433/tap";

  @Test
  void either_usual_form_of_a_url_is_understood() {
    for (var url :
        new String[] {
          "postgresql://ada:p%40ss@db:5433/tap",
          "postgres://ada:p%40ss@db:5433/tap",
          "jdbc:postgresql://ada:p%40ss@db:5433/tap",
          "jdbc:postgresql://db:5433/tap?user=ada&password=p%40ss"
        }) {
      assertThat(DatabaseLogin.parse(url, null, null))
          .as(url)
          .isEqualTo(new DatabaseLogin(PLAIN, "ada", "p@ss"));
    }
  }

  @Test
  void credentials_that_are_given_apart_go_first() {
    assertThat(DatabaseLogin.parse("postgresql://ada:x@db:5433/tap", "bob", "y"))
        .isEqualTo(new DatabaseLogin(PLAIN, "bob", "y"));
  }

  @Test
  void other_options_stay() {
    assertThat(
            DatabaseLogin.parse("postgresql://ada:x@db/tap?sslmode=require", null, null).jdbcUrl())
        .isEqualTo("jdbc:postgresql://db/tap?sslmode=require");
  }

  @Test
  void what_is_no_url_is_refused_without_showing_it() {
    for (var url :
        new String[] {"", "topsecret", "mysql://topsecret@db/x", "postgresql:///", "a b"}) {
      assertThatThrownBy(() -> DatabaseLogin.parse(url, null, null))
          .as(url)
          .isInstanceOf(StartupRefused.class)
          .hasMessageNotContaining("topsecret");
    }
  }

  @Test
  void a_password_is_not_printed() {
    assertThat(DatabaseLogin.parse("postgresql://ada:topsecret@db/tap", null, null).toString())
        .doesNotContain("topsecret");
  }

  @Test
  void options_of_the_url_are_not_printed() {
    var url = "postgresql://db:5433/tap?sslmode=require&sslpassword=topsecret";
    var login = DatabaseLogin.parse(url, "ada", "x");
    assertThat(login.place()).isEqualTo(PLAIN);
    assertThat(login.toString()).contains(PLAIN).doesNotContain("topsecret");
    assertThat(DatabaseLogin.withoutOptions("no connection (" + login.jdbcUrl() + ") for ada"))
        .isEqualTo("no connection (" + PLAIN + ") for ada");
  }

  @Test
  void a_start_that_fails_prints_no_option_of_the_url() throws IOException {
    int nobody;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = socket.getLocalPort();
    }
    var login =
        DatabaseLogin.parse(
            "postgresql://127.0.0.1:" + nobody + "/tap?sslpassword=topsecret", "ada", "x");
    var settings = ServerSettingsBuilder.builder().build();
    assertThatThrownBy(() -> OpenDatabase.open(settings, login))
        .isInstanceOf(StartupRefused.class)
        .hasMessageContaining("127.0.0.1:" + nobody + "/tap cannot be used")
        .hasMessageNotContaining("topsecret");
  }

  @Test
  void servers_with_the_same_administrator_derive_the_same_passwords_and_others_do_not() {
    var passwords = Database.Passwords.derivedFrom("one");
    assertThat(passwords)
        .isEqualTo(Database.Passwords.derivedFrom("one"))
        .isNotEqualTo(Database.Passwords.derivedFrom("two"));
    assertThat(passwords.owner()).isNotEqualTo(passwords.serving());
  }
}
