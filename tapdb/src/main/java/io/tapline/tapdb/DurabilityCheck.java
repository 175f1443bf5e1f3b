package io.tapline.tapdb;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Whether what the database acknowledges survives a power cut. */
public final class DurabilityCheck {

  private DurabilityCheck() {}

  /**
   * The settings that give acknowledged work away, as {@code name=value}; empty when there are
   * none.
   */
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

  /** For a server that is about to serve real work from this database. */
  public static void require(DataSource source) {
    var weak = weaknesses(source);
    if (!weak.isEmpty()) {
      throw new IllegalStateException(
          "the database may lose acknowledged work: " + String.join(", ", weak) + "; turn them on");
    }
  }
}
