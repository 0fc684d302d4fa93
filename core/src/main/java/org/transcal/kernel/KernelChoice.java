package org.transcal.kernel;

import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Chooses the kernel. */
final class KernelChoice {
  private KernelChoice() {}

  /** Plain loops if requested, else a kernel on the class path if this JVM can run it. */
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
      // The incubator module is not enabled, or vectors are too short to be faster.
    }
    return new LoopKernel();
  }
}
