package io.tapline.bench.chaos.check;

import java.util.ArrayList;
import java.util.List;

/** All work ends when the faults are over. */
final class NothingStuck implements ChaosCheck {

  @Override
  public String name() {
    return "nothing is stuck";
  }

  @Override
  public String sentence() {
    return "After the last fault every subject comes to a terminal state, and no lease stays"
        + " ACTIVE.";
  }

  @Override
  public List<String> breaches(RunEvidence evidence) {
    var breaches = new ArrayList<String>();
    evidence.subjects().stream()
        .filter(subject -> !subject.ended())
        .forEach(subject -> breaches.add(subject.euid() + " is still " + subject.state()));
    evidence.leases().stream()
        .filter(lease -> lease.status().equals("ACTIVE"))
        .forEach(lease -> breaches.add("lease " + lease.euid() + " is still ACTIVE"));
    return breaches;
  }
}
