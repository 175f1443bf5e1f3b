package io.tapline.tapdb;

import java.util.List;

/**
 * The objects reached from one object, nearest first.
 *
 * @param objects every object reached, once, without the root
 * @param links every link that was followed
 * @param truncated there is more, beyond one of the limits
 */
public record Traversal(long root, List<Long> objects, List<Link> links, boolean truncated) {

  public Traversal {
    objects = List.copyOf(objects);
    links = List.copyOf(links);
  }

  public enum Direction {
    TO_CHILDREN,
    TO_PARENTS
  }
}
