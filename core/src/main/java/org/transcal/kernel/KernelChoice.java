package org.transcal.kernel;

import java.util.Optional;

/** Chooses the loops once, at start. */
final class KernelChoice {
  private static final String VECTOR_MODULE = "jdk.incubator.vector";
  private static final String VECTOR_KERNEL = "org.transcal.kernel.VectorKernel";

  private KernelChoice() {}

  /** The loops asked for, else vectors where the JVM offers them and they pay, else plain loops. */
  static Kernel choose(String wish) {
    return "loops".equals(wish) ? new LoopKernel() : vector().orElseGet(LoopKernel::new);
  }

  private static Optional<Kernel> vector() {
    Optional<Module> module = ModuleLayer.boot().findModule(VECTOR_MODULE);
    if (module.isEmpty()) {
      return Optional.empty();
    }
    KernelChoice.class.getModule().addReads(module.get());
    try {
      // By name: without the module the class cannot even be linked.
      return Optional.of(
          (Kernel) Class.forName(VECTOR_KERNEL).getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException | LinkageError unusable) {
      // An incubating interface may change between JDKs, or the vectors may be too short to pay.
      return Optional.empty();
    }
  }
}
