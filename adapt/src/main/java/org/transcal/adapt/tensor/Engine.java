package org.transcal.adapt.tensor;

import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.jni.JniUtils;
import ai.djl.training.GradientCollector;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.transcal.io.file.InputException;

/** PyTorch behind DJL: started once a process, offline, on one thread unless told otherwise. */
public final class Engine {
  private static final String NAME = "PyTorch";
  private static final String THREADS = "ai.djl.pytorch.num_threads";

  /** The engine collects gradients for one model at a time. */
  private static final ReentrantLock LOCK = new ReentrantLock();

  private Engine() {}

  /**
   * Sets how many threads the engine uses; it must not have been started. More than one may change
   * the last digits of a result.
   */
  public static void useThreads(int threads) {
    System.setProperty(THREADS, Integer.toString(threads));
  }

  /**
   * Does work that holds the engine; others wait meanwhile. Gradients are followed only while they
   * are collected, which the engine remembers for each thread.
   */
  public static <T> T exclusively(Supplier<T> work) {
    LOCK.lock();
    try {
      engine();
      boolean followed = JniUtils.isGradMode();
      JniUtils.setGradMode(false);
      try {
        return work.get();
      } finally {
        JniUtils.setGradMode(followed);
      }
    } finally {
      LOCK.unlock();
    }
  }

  /** A home for arrays on the best device there is; closing it frees them. */
  public static NDManager newManager() {
    return engine().newBaseManager();
  }

  /** Starts to collect gradients. */
  public static GradientCollector newGradientCollector() {
    return engine().newGradientCollector();
  }

  private static ai.djl.engine.Engine engine() {
    setDefault("ai.djl.offline", "true");
    setDefault("OPT_OUT_TRACKING", "true");
    setDefault(THREADS, "1");
    setDefault("ai.djl.pytorch.num_interop_threads", "1");
    try {
      return ai.djl.engine.Engine.getEngine(NAME);
    } catch (EngineException | UnsatisfiedLinkError unavailable) {
      throw new InputException(
          "PyTorch cannot be started on "
              + System.getProperty("os.name")
              + " "
              + System.getProperty("os.arch")
              + ": "
              + unavailable.getMessage()
              + "; a Java program needs pytorch-jni and pytorch-native-cpu of ai.djl.pytorch for"
              + " its machine: Linux (x86_64, aarch64), macOS (aarch64) or Windows (x86_64)",
          unavailable);
    }
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
