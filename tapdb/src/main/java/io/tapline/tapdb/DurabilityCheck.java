package io.tapline.tapdb;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Checks whether acknowledged transactions survive a power failure. */
public final class DurabilityCheck {

  private DurabilityCheck() {}

  /** The settings that risk acknowledged work, as {@code name=value}; empty without any. */
  public static List<String> weaknesses(DataSource source) {
    try (var connection = source.getConnection();
        var statement =
            connection.prepareStatement(
                SqlFile.load(DurabilityCheck.class, "transaction/durability"));
        var rows = statement.executeQuery()) {
      var weak = new ArrayList<String>();
      while (rows.next()) {
        weak.add(rows.getString("name") + "=" + rows.getString("setting"));
      }
      return weak;
    } catch (SQLException e) {
      throw new StoreException(e);
    }
  }

  /** For a server that will serve real work from this database. */
  public static void require(DataSource source) {
    var weak = weaknesses(source);
    if (!weak.isEmpty()) {
      throw new IllegalStateException(
          "the database may lose acknowledged work: " + String.join(", ", weak) + "; turn them on");
    }
  }
}
