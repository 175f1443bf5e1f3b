package io.tapline.server.agents;

import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.action.ActionTable;
import io.tapline.server.actions.RequestShapes;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.ValueShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The changes that an agent can propose. Each is the action of that name, once for every target.
 */
enum ProposedVerb {
  HOLD(
      ActionKey.PLACE_EXECUTION_HOLD,
      "subject_euid",
      "Hold jobs: they cannot be claimed until the hold is released. A live lease ends.",
      RequestShapes.field(PlaceHold.class, "hold_code")
          .describedAs("the kind of hold, as a code such as RECHECK; use reason for free text")),
  RELEASE_HOLD(
      ActionKey.RELEASE_EXECUTION_HOLD,
      "hold_euid",
      "Release holds; after its last hold, a job returns to its former state. explain_wait"
          + " lists the holds of a job."),
  REQUEUE(
      ActionKey.REQUEUE_SUBJECT,
      "subject_euid",
      "Return jobs to READY and reset their attempt counts: for dead letters whose cause is"
          + " repaired, or to move jobs to another queue.",
      RequestShapes.field(Requeue.class, "queue_key"),
      RequestShapes.field(Requeue.class, "priority")),
  CANCEL(
      ActionKey.CANCEL_SUBJECT_EXECUTION,
      "subject_euid",
      "Cancel unfinished jobs: hard at once, soft by a request to the worker.",
      RequestShapes.field(Cancel.class, "mode"));

  /** The number of targets that a person can still review. */
  static final int MOST_TARGETS = 50;

  private final ActionKey action;
  private final String target;
  private final String about;
  private final List<ApiField> own;

  ProposedVerb(ActionKey action, String target, String about, ApiField... own) {
    this.action = action;
    this.target = target;
    this.about = about;
    this.own = List.of(own);
  }

  static List<String> words() {
    return Stream.of(values()).map(ProposedVerb::wire).toList();
  }

  static ProposedVerb of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  ActionKey action() {
    return action;
  }

  String about() {
    return about;
  }

  /** Whether its targets are jobs. */
  boolean ofSubjects() {
    return this != RELEASE_HOLD;
  }

  private String targets() {
    return target + "s";
  }

  List<ApiField> arguments() {
    var all = new ArrayList<ApiField>();
    all.add(
        ApiField.required(
            targets(),
            ValueShape.many(ValueShape.text(Limits.KEY), MOST_TARGETS),
            ofSubjects() ? "EUIDs of jobs" : "EUIDs of holds"));
    all.addAll(own);
    all.add(RequestShapes.field(PlaceHold.class, "reason"));
    return all;
  }

  List<String> targets(ToolArguments given) {
    return given.texts(targets()).stream().distinct().toList();
  }

  /**
   * @param revision the required revision of the job; null for any
   */
  SubjectCommand command(ToolArguments given, String euid, Long revision, String idempotencyKey) {
    var body = given.document().deepCopy();
    body.remove(targets());
    body.put(target, euid);
    if (revision != null) {
      body.put("expected_revision", revision);
    }
    return (SubjectCommand) ActionTable.of(action).read(body, idempotencyKey, null);
  }
}
