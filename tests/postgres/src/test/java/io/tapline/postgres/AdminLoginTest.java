package io.tapline.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdminLoginTest {

  @Test
  void a_jdbc_url_keeps_its_options_and_gives_up_its_credentials() {
    AdminLogin login =
        AdminLogin.parse(
            "jdbc:postgresql://127.0.0.1:5433/postgres?user=ada&ssl=false&password=a%26b");
    assertThat(login.user()).isEqualTo("ada");
    assertThat(login.password()).isEqualTo("a&b");
    assertThat(login.database()).isEqualTo("postgres");
    assertThat(login.jdbcUrl("mine")).isEqualTo("jdbc:postgresql://127.0.0.1:5433/mine?ssl=false");
  }

  @Test
  void a_plain_url_has_its_credentials_before_the_host() {
    AdminLogin login = AdminLogin.parse("postgresql://ada:p%40ss+word@db:5433/main");
    assertThat(login.user()).isEqualTo("ada");
    assertThat(login.password()).isEqualTo("p@ss+word");
    assertThat(login.database()).isEqualTo("main");
    assertThat(login.jdbcUrl("mine")).isEqualTo("jdbc:postgresql://db:5433/mine");
  }

  @Test
  void what_a_url_leaves_out_is_postgres() {
    AdminLogin login = AdminLogin.parse("postgresql://db");
    assertThat(login.user()).isEqualTo("postgres");
    assertThat(login.database()).isEqualTo("postgres");
  }
}
