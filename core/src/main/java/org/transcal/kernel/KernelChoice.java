package org.transcal.kernel;

import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Picks the loops that run. */
final class KernelChoice {
  private KernelChoice() {}

  /** Plain loops if asked for; else what the class path offers, if this JVM can run it. */
  static Kernel choose(String wish) {
    if ("loops".equals(wish)) {
      return new LoopKernel();
    }
    Iterator<Kernel> offered =
        ServiceLoader.load(Kernel.class, KernelChoice.class.getClassLoader()).iterator();
    try {
      if (offered.hasNext()) {
        return offered.next();
      }
    } catch (ServiceConfigurationError | LinkageError unusable) {
      // An incubator module that was not added to this JVM, or vectors too short to pay.
    }
    return new LoopKernel();
  }
}
