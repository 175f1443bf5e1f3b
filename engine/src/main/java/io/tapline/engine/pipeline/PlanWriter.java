package io.tapline.engine.pipeline;

import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Meta;
import io.tapline.engine.command.Perform;
import io.tapline.engine.command.Prepare;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.command.Ties;
import io.tapline.engine.decide.Change;
import io.tapline.engine.decide.Decide;
import io.tapline.engine.decide.EnqueueSubject;
import io.tapline.engine.decide.Refused;
import io.tapline.engine.decide.Relationship;
import io.tapline.engine.decide.Situation;
import io.tapline.engine.decide.Validation;
import io.tapline.engine.domain.Known;
import io.tapline.engine.domain.Made;
import io.tapline.engine.domain.Plan;
import io.tapline.engine.domain.Step;
import io.tapline.engine.domain.Thing;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Answer;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Ref;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Entry;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Rows;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.StorageClass;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Carries out what an action of a pack decided: its steps by the engine's own decisions. */
final class PlanWriter {

  /** A step draws at most a record, a hold or dead letter, and its action. */
  private static final int IDS_PER_STEP = 4;

  /** Kinds of object by which the engine knows who is who. */
  private static final List<String> RESERVED = List.of("data/execution/", "data/system/", "actor/");

  /** Itself, bulky properties, and its action. */
  private static final int IDS_PER_OBJECT = 3;

  private final Context context;
  private final Tx tx;
  private final RequestCaller asker;
  private final Perform command;
  private final String workerEuid;
  private final String hash;
  private final Map<Long, String> leases;
  private final Drawn drawn;
  private final boolean ofMany;
  private final Writer writer;
  private final Recorder recorder;
  private final Map<Made, Ref> refs = new LinkedHashMap<>();
  private final Map<Made, Template> templates = new HashMap<>();
  private Map<String, Queue> queues = Map.of();

  /** One step, judged. */
  private record Judged(Step step, Situation situation, Change change, Long feedKey) {}

  PlanWriter(
      Context context,
      Tx tx,
      RequestCaller asker,
      Perform command,
      String workerEuid,
      String hash,
      Map<Long, String> leases,
      Drawn drawn,
      boolean ofMany) {
    this.context = context;
    this.tx = tx;
    this.asker = asker;
    this.command = command;
    this.workerEuid = workerEuid;
    this.hash = hash;
    this.leases = leases;
    this.drawn = drawn;
    this.ofMany = ofMany;
    this.writer = new Writer(tx, context.kinds(), drawn);
    this.recorder = new Recorder(context, tx, asker, drawn, writer);
  }

  Answer carryOut(Plan plan, Known subject) throws SQLException {
    if (plan.made().size() > Plan.MAX_MADE) {
      throw refused(
          Refusal.invalid(
              "body", "it would make " + plan.made().size() + " objects; most " + Plan.MAX_MADE));
    }
    draw(plan);
    var judged = judge(plan);
    var undoing = new Compensations(context, tx, asker, drawn, writer);
    var born = born(plan, subject);
    for (var one : judged) {
      writer.change(one.step().subject().uid(), one.situation().newest(), one.change());
      undoing.after(one.situation(), one.change(), hash, recorder);
      outputs(one);
    }
    for (var tie : plan.ties()) {
      writer.link(new Link(uid(tie.parent()), tie.relationship(), uid(tie.child())));
    }
    for (var change : plan.changed().entrySet()) {
      reshape(change.getKey(), change.getValue());
    }
    var answer = record(plan, subject, judged, born);
    // What bears work has an action of its own; whatever else was made is linked to this one.
    for (var made : refs.entrySet()) {
      if (!born.containsKey(made.getKey())) {
        writer.link(
            new Link(
                Scene.uid(answer.actionEuid()), Relationship.EXECUTED_ON, made.getValue().uid()));
      }
    }
    writer.write();
    return answer;
  }

  private void draw(Plan plan) throws SQLException {
    for (var made : plan.made()) {
      templates.put(made, template(made.templateCode()));
    }
    int ids =
        plan.steps().size() * IDS_PER_STEP
            + plan.made().size() * IDS_PER_OBJECT
            + plan.changed().size() * IDS_PER_OBJECT
            + 1;
    drawn.more(tx, ids);
    for (var made : plan.made()) {
      refs.put(made, drawn.next(templates.get(made)));
    }
  }

  /**
   * One of the trade's own: queues, leases, tokens and the like are made by nobody but the engine.
   */
  private Template template(String code) throws SQLException {
    var template = context.kinds().find(tx, code);
    boolean own =
        template != null
            && (template.workBearing()
                || template.storageClass() == StorageClass.REGISTRY
                    && RESERVED.stream().noneMatch(code::startsWith));
    if (!own) {
      throw refused(Refusal.unknown("template_code", "template " + code + " for such an object"));
    }
    return template;
  }

  /** By kind of step: what has to be read depends on it. */
  private List<Judged> judge(Plan plan) throws SQLException {
    var byKind = new LinkedHashMap<ActionKey, List<Step>>();
    var commands = new HashMap<Step, SubjectCommand>();
    for (var step : plan.steps()) {
      var own = Steps.command(step, command, workerEuid, leases.get(step.subject().uid()));
      commands.put(step, own);
      byKind.computeIfAbsent(own.action(), key -> new ArrayList<>()).add(step);
    }
    var judged = new ArrayList<Judged>();
    for (var steps : byKind.values()) {
      var items = Steps.items(asker, steps.stream().map(commands::get).toList(), hash);
      var scene = Steps.scene(context, tx, items);
      scene.perform(command.action());
      for (var item : items) {
        judged.add(judge(steps.get(item.index()), item, scene));
      }
    }
    return judged;
  }

  private Judged judge(Step step, Item item, Scene scene) throws SQLException {
    var wrong = Validation.refusal(item.command());
    if (wrong != null) {
      throw refused(wrong);
    }
    var situation = scene.situation(item, drawn);
    boolean meetsLapses = step instanceof Step.Cancel || step instanceof Step.Send;
    if (meetsLapses && situation.subject() != null && situation.lapsed()) {
      throw new LapseMet(java.util.Set.of(situation.newest().euid()));
    }
    var decision =
        step instanceof Step.Send sent
            ? QueuePlacement.decide(context, tx, command, sent, situation, item.command())
            : Decide.on(situation, item.command());
    if (decision instanceof Refused refused) {
      throw refused(refused.refusal());
    }
    return new Judged(step, situation, (Change) decision, scene.feedKey(item));
  }

  /** Envelopes of what bears work, by the same decisions as any new work. */
  private Map<Made, Change> born(Plan plan, Known subject) throws SQLException {
    var keys = new HashSet<String>();
    plan.made().stream().map(Made::queueKey).filter(java.util.Objects::nonNull).forEach(keys::add);
    queues = new Rows(tx, context.kinds()).queuesByKey(keys);
    var born = new LinkedHashMap<Made, Change>();
    for (var made : plan.made()) {
      var template = templates.get(made);
      if (template.workBearing()) {
        born.put(made, envelope(made, subject == null ? null : subject.execution()));
        Birth.write(
            context.kinds(),
            tx,
            drawn,
            writer,
            refs.get(made),
            template,
            made.name(),
            made.properties(),
            born.get(made));
      } else {
        writer.register(refs.get(made), template, made.name(), made.properties());
      }
    }
    return born;
  }

  private Change envelope(Made made, Envelope from) {
    var own = command.meta();
    var correlation =
        own.correlationId() != null || from == null ? own.correlationId() : from.correlationId();
    var meta = new Meta(own.idempotencyKey(), correlation, own.traceId());
    var scope = made.scope() != null || from == null ? made.scope() : from.scope();
    if (made.queueKey() == null) {
      var prepare = new Prepare(meta, made.templateCode(), made.name(), made.properties(), scope);
      requireValid(Validation.refusal(prepare));
      return EnqueueSubject.prepare(prepare, from == null ? null : from.correlation(), drawn.now());
    }
    var enqueue =
        new Enqueue(
            meta,
            made.templateCode(),
            null,
            made.name(),
            made.properties(),
            made.queueKey(),
            made.nextActionKey(),
            from == null ? null : from.priority(),
            null,
            from == null ? null : from.dueAt(),
            scope,
            null,
            Ties.of(null, from == null ? null : from.correlation()));
    requireValid(Validation.refusal(enqueue));
    var decision = EnqueueSubject.create(enqueue, queues.get(made.queueKey()), drawn.now());
    if (decision instanceof Refused refused) {
      throw refused(refused.refusal());
    }
    return (Change) decision;
  }

  private static void requireValid(Refusal refusal) {
    if (refusal != null) {
      throw refused(refusal);
    }
  }

  /** What an attempt that ended here made. */
  private void outputs(Judged one) {
    var record = one.change().closedRecord();
    if (record != null && one.step() instanceof Step.Complete) {
      for (var ref : refs.values()) {
        writer.link(new Link(record.uid(), Relationship.RECORD_OUTPUT, ref.uid()));
      }
    }
  }

  private void reshape(Known object, ObjectNode properties) throws SQLException {
    requireValid(
        Validation.refusal(
            new Prepare(command.meta(), object.templateCode(), object.name(), properties, null)));
    var text = properties.toString();
    // Once beside the row, always: the newest object there counts, and the row stays bare.
    if (Birth.bulky(text) || Birth.bulky(object.properties().toString())) {
      writer.reshape(object.uid(), "{}");
      writer.bulky(drawn.next(context.kinds().of(tx, Kinds.PROPERTIES)), object.uid(), text);
    } else {
      writer.reshape(object.uid(), text);
    }
  }

  /** One action for each subject; that of the request's own subject carries the answer. */
  private Answer record(Plan plan, Known subject, List<Judged> judged, Map<Made, Change> born)
      throws SQLException {
    Answer answer = null;
    var queueKeys = new TreeSet<String>();
    born.values().forEach(change -> waits(change.after(), queueKeys));
    judged.forEach(one -> waits(one.change().after(), queueKeys));
    for (var one : judged) {
      boolean leads = subject != null && one.step().subject().uid() == subject.uid();
      var own = result(plan, one.change().after(), leads ? queueKeys : null);
      var told =
          one.step() instanceof Step.Send sent
              ? sent(sent, one, own, leads)
              : told(one, own, leads);
      answer = leads ? told : answer;
    }
    if (subject != null && answer == null) {
      answer = untouched(plan, subject, queueKeys);
    }
    for (var made : born.entrySet()) {
      boolean first = answer == null;
      var after = made.getValue().after();
      var told =
          recorder.sent(
              request(made.getKey(), subject),
              refs.get(made.getKey()),
              queues.get(made.getKey().queueKey()),
              made.getValue(),
              first ? "actor" : null,
              null,
              result(plan, after, first ? queueKeys : null));
      answer = first ? told : answer;
    }
    return answer != null ? answer : registered(plan);
  }

  /** What the key of the request belongs to, when it is not its subject. */
  private String target(boolean leads) {
    return leads && ofMany ? "actor" : null;
  }

  private Answer told(Judged one, JsonNode own, boolean leads) throws SQLException {
    var request = request(one.step()).on(target(leads));
    return recorder.subject(request, one.situation(), one.change(), one.feedKey(), own);
  }

  /** What comes to its first queue is told of that queue, as any new work is. */
  private Answer sent(Step.Send sent, Judged one, ObjectNode own, boolean leads)
      throws SQLException {
    var queue = one.situation().named().get(sent.queueKey());
    own.put("queue_euid", queue.euid());
    if (!sent.first()) {
      return sent.there()
          ? recorder.subject(
              request((ActionKey) null).on(target(leads)),
              one.situation(),
              one.change(),
              one.feedKey(),
              own)
          : told(one, own, leads);
    }
    return recorder.sent(
        request(ActionKey.ENQUEUE_SUBJECT),
        new Ref(sent.subject().uid(), sent.subject().euid()),
        queue,
        one.change(),
        target(leads),
        one.feedKey(),
        own);
  }

  /** An action on a subject whose envelope it leaves alone. */
  private Answer untouched(Plan plan, Known subject, TreeSet<String> queueKeys)
      throws SQLException {
    var items =
        Steps.items(
            asker,
            List.of(
                Steps.command(
                    new Step.Complete(subject, null, null, null),
                    command,
                    workerEuid,
                    leases.get(subject.uid()))),
            hash);
    var scene = Steps.scene(context, tx, items);
    var situation = scene.situation(items.get(0), drawn);
    return recorder.subject(
        request((ActionKey) null).on(target(true)),
        situation,
        Change.none(subject.execution()),
        scene.feedKey(items.get(0)),
        result(plan, subject.execution(), queueKeys));
  }

  /** Nothing that bears work: the action belongs to who asked, and is linked to what it made. */
  private Answer registered(Plan plan) throws SQLException {
    var template = context.kinds().action(tx, command.action());
    var ref = drawn.next(template);
    var meta = command.meta();
    var note =
        new ActionNote(
            command.action(),
            null,
            asker.caller().principal(),
            Recorder.role(asker.caller()),
            "actor",
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            command.reason(),
            null,
            null,
            null,
            null,
            null,
            null,
            meta.correlationId(),
            meta.traceId(),
            meta.idempotencyKey(),
            hash,
            context.softwareVersion(),
            "OK",
            result(plan, null, null),
            null,
            null);
    writer.act(new Entry(ref, template, null, null, null, asker.actorUid(), null, note));
    return Answer.of(ref.euid(), note, false);
  }

  private Request request(Step step) {
    return request(Steps.command(step, command, null, null).action());
  }

  private Request request(Made made, Known subject) {
    return new Request(
        command.action(),
        made.queueKey() == null ? ActionKey.PREPARE_SUBJECT : ActionKey.ENQUEUE_SUBJECT,
        command.meta(),
        hash,
        command.reason(),
        false,
        false,
        workerEuid,
        subject == null ? null : leases.get(subject.uid()),
        null,
        null);
  }

  private Request request(ActionKey verb) {
    return new Request(
        command.action(), verb, command.meta(), hash, command.reason(), false, false);
  }

  /** What the action tells, where the subject is now, and which queues got work. */
  private ObjectNode result(Plan plan, Envelope after, TreeSet<String> queueKeys) {
    var result = Json.object();
    plan.result().forEach((name, value) -> result.set(name, told(value)));
    if (after != null) {
      result.set("execution", Json.sparseTree(after));
    }
    if (queueKeys != null) {
      result.set("sent_to", Json.tree(queueKeys));
    }
    return result;
  }

  private JsonNode told(Object value) {
    if (value instanceof Thing thing) {
      return Json.tree(euid(thing));
    }
    return value instanceof List<?> things
        ? Json.tree(things.stream().map(thing -> euid((Thing) thing)).toList())
        : (JsonNode) value;
  }

  private static void waits(Envelope envelope, TreeSet<String> queueKeys) {
    if (envelope.state().claimable() && envelope.nextQueueKey() != null) {
      queueKeys.add(envelope.nextQueueKey());
    }
  }

  private String euid(Thing thing) {
    return thing instanceof Known known ? known.euid() : refs.get((Made) thing).euid();
  }

  private long uid(Thing thing) {
    return thing instanceof Known known ? known.uid() : refs.get((Made) thing).uid();
  }

  private static RefusedException refused(Refusal refusal) {
    return new RefusedException(refusal);
  }
}
