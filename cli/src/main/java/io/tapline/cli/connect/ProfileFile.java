package io.tapline.cli.connect;

import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.base.CommandFailed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The file of profiles.
 *
 * <pre>
 * default: lab
 * profiles:
 *   lab:
 *     url: https://tapline.example.org
 *     token: …
 * </pre>
 */
public final class ProfileFile {

  private static final Set<String> FIELDS = Set.of("url", "token");

  private final Path path;

  private ProfileFile(Path path) {
    this.path = path;
  }

  /** The file at its configured path, whether or not it exists. */
  public static ProfileFile in(CommandEnvironment here) {
    var named = here.variable("TAPLINE_CONFIG");
    if (named != null) {
      return new ProfileFile(here.directory().resolve(named));
    }
    var config = here.variable("XDG_CONFIG_HOME");
    var folder =
        config != null
            ? Path.of(config)
            : Path.of(here.environment().getOrDefault("HOME", "")).resolve(".config");
    return new ProfileFile(here.directory().resolve(folder).resolve("tapline/config.yaml"));
  }

  public Path path() {
    return path;
  }

  public boolean exists() {
    return Files.exists(path);
  }

  ConnectionProfile named(String name) {
    if (!exists()) {
      throw CommandFailed.usage(
          "There is no profile file at " + path + "; create it, or use TAPLINE_URL instead");
    }
    return profile(InputDocuments.file(path), name);
  }

  /** The default profile; empty when there is no file, or no default in it. */
  ConnectionProfile usual() {
    if (!exists()) {
      return ConnectionProfile.NONE;
    }
    var file = InputDocuments.file(path);
    var name = file.path("default");
    return name.isString() ? profile(file, name.stringValue()) : ConnectionProfile.NONE;
  }

  private ConnectionProfile profile(ObjectNode file, String name) {
    var profiles = file.path("profiles");
    if (!(profiles.get(name) instanceof ObjectNode profile)) {
      throw CommandFailed.usage(
          "There is no profile '"
              + name
              + "' in "
              + path
              + "; the file contains "
              + (profiles.isEmpty() ? "no profile" : String.join(", ", profiles.propertyNames())));
    }
    for (var field : profile.propertyNames()) {
      if (!FIELDS.contains(field)) {
        throw CommandFailed.usage(
            "Profile '%s' in %s contains '%s'; a profile may contain url and token"
                .formatted(name, path, field));
      }
    }
    return new ConnectionProfile(text(profile.path("url")), text(profile.path("token")));
  }

  private static String text(JsonNode value) {
    return value.isMissingNode() || value.isNull() ? null : value.asString();
  }
}
