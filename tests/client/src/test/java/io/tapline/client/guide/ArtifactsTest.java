package io.tapline.client.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.client.testing.GuidePage;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * Published artifacts: the poms contain the fields that Maven Central requires, the BOM lists all
 * artifacts, and the guide's pom uses existing ones. {@code ./tapline install} and the two commands
 * of the guide were tried in an empty folder; these tests detect later breaks.
 */
class ArtifactsTest {

  private static final Path ROOT = Path.of("../..");
  private static final XPath XPATH = XPathFactory.newInstance().newXPath();
  private static final List<String> METADATA =
      List.of("name", "description", "url", "licenses", "developers/developer", "scm/connection");

  /** A pom, from its text. */
  private record Pom(Document document) {

    static Pom of(String text) throws Exception {
      return new Pom(
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(text))));
    }

    static Pom in(String module) throws Exception {
      var place = ROOT.resolve(module);
      return of(Files.readString(module.endsWith(".xml") ? place : place.resolve("pom.xml")));
    }

    String at(String path) throws Exception {
      return XPATH.evaluate("/project/" + path, document).strip();
    }

    List<String> all(String path) throws Exception {
      var found = (NodeList) XPATH.evaluate("/project/" + path, document, XPathConstants.NODESET);
      var texts = new ArrayList<String>();
      for (int i = 0; i < found.getLength(); i++) {
        texts.add(found.item(i).getTextContent().strip());
      }
      return texts;
    }

    Set<String> managed() throws Exception {
      return new TreeSet<>(all("dependencyManagement/dependencies/dependency/artifactId"));
    }
  }

  private static List<String> modules() throws Exception {
    var all = new ArrayList<>(Pom.in(".").all("descendant::module"));
    all.remove("bom");
    Pom.in("tests").all("descendant::module").forEach(name -> all.add("tests/" + name));
    return all;
  }

  /** The modules of tests inherit the property. */
  private static boolean isInternal(String module, Pom pom) throws Exception {
    return pom.at("properties/tapline.internal").equals("true") || module.startsWith("tests/");
  }

  @Test
  void the_bom_has_every_artifact_that_is_installed_and_no_other() throws Exception {
    var bom = Pom.in("bom");
    var installed = new TreeSet<String>();
    for (var module : modules()) {
      var pom = Pom.in(module);
      if (!isInternal(module, pom)) {
        installed.add(pom.at("artifactId"));
      }
    }
    assertThat(bom.managed()).isEqualTo(installed).contains("tapline-client");
    assertThat(bom.all("dependencyManagement/dependencies/dependency/version"))
        .containsOnly("${project.version}");
  }

  @Test
  void one_version_stands_everywhere() throws Exception {
    var version = Pom.in(".").at("version");
    assertThat(Pom.in("bom").at("version")).isEqualTo(version);
    for (var module : modules()) {
      assertThat(Pom.in(module).at("parent/version")).as(module).isEqualTo(version);
    }
  }

  @Test
  void every_pom_says_what_maven_central_asks_for() throws Exception {
    var parent = Pom.in(".");
    var bom = Pom.in("bom");
    for (var field : METADATA) {
      assertThat(parent.at(field)).as(field).isNotEmpty();
      assertThat(bom.at(field)).as("bom " + field).isEqualTo(expected(field, parent, bom));
    }
    for (var module : modules()) {
      assertThat(Pom.in(module).at("name")).as(module).startsWith("Tapline: ");
      // Others get the project's, and go nowhere.
      if (!isInternal(module, Pom.in(module))) {
        assertThat(Pom.in(module).at("description")).as(module).endsWith(".");
      }
    }
  }

  /** Name and description are the BOM's own. */
  private static String expected(String field, Pom parent, Pom bom) throws Exception {
    return Set.of("name", "description").contains(field) ? bom.at(field) : parent.at(field);
  }

  @Test
  void a_release_makes_sources_and_javadoc_and_signs_nothing_without_being_told() throws Exception {
    var profile = "profiles/profile[id='release']/";
    for (var pom : List.of(Pom.in("."), Pom.in("bom"))) {
      assertThat(pom.at(profile + "properties/gpg.skip")).isEqualTo("true");
      assertThat(pom.all(profile + "build/plugins/plugin/artifactId"))
          .contains("maven-gpg-plugin", "central-publishing-maven-plugin");
      assertThat(pom.all(profile + "build/plugins/plugin[not(version)]")).as("pinned").isEmpty();
    }
    assertThat(Pom.in(".").all(profile + "build/plugins/plugin/artifactId"))
        .contains("maven-source-plugin", "maven-javadoc-plugin");
    assertThat(Pom.in(".").all("build/plugins/plugin")).as("the suite makes neither").isEmpty();
  }

  /** A pom's own setting overrides the option, so a first build would run the tests. */
  @Test
  void a_build_that_is_to_skip_the_tests_does() throws Exception {
    for (var module : modules()) {
      assertThat(Pom.in(module).all("build//configuration/skipTests")).as(module).isEmpty();
    }
  }

  @Test
  void the_guides_pom_asks_for_what_there_is() throws Exception {
    var page = GuidePage.read("worker.md");
    assertThat(page.of("xml")).hasSize(1);
    var guide = Pom.of(page.of("xml").get(0));
    var imported = "dependencyManagement/dependencies/dependency/";
    assertThat(guide.at(imported + "artifactId")).isEqualTo(Pom.in("bom").at("artifactId"));
    assertThat(guide.at(imported + "version")).isEqualTo(Pom.in("bom").at("version"));
    assertThat(Pom.in("bom").managed())
        .containsAll(guide.all("dependencies/dependency/artifactId"));
    // Plugins that this build has fetched, so a build of both needs no others.
    var ours = new ArrayList<String>();
    for (var module : List.of(".", "cli")) {
      ours.addAll(Pom.in(module).all("build//plugin/artifactId/following-sibling::version"));
    }
    assertThat(guide.all("build/plugins/plugin/version")).isNotEmpty().isSubsetOf(ours);
    assertThat(guide.at("properties/maven.compiler.release"))
        .isEqualTo(Pom.in(".").at("properties/maven.compiler.release"));
  }

  @Test
  void the_guide_prints_two_commands_for_a_program_that_it_has() {
    var commands = GuidePage.read("worker.md").of("bash");
    assertThat(commands.get(0)).isEqualTo("./tapline install\n");
    assertThat(commands.get(1).lines())
        .containsExactly("mvn -q package", "java -cp 'target/classes:target/lib/*' SendGreetings");
  }
}
