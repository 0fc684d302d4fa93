package org.transcal.adapt.tensor;

import ai.djl.Device;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.jni.JniUtils;
import ai.djl.training.GradientCollector;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.transcal.io.file.InputException;

/** PyTorch through DJL: started once per process, offline, on one thread by default. */
public final class Engine {
  private static final String NAME = "PyTorch";
  private static final String THREADS = "ai.djl.pytorch.num_threads";

  /** The engine collects gradients for one model at a time. */
  private static final ReentrantLock LOCK = new ReentrantLock();

  private static volatile boolean librariesChecked;
  private static volatile boolean onCpu;

  private Engine() {}

  /**
   * Sets how many threads the engine uses, before it is started; more than one may change the last
   * digits of a result.
   */
  public static void useThreads(int threads) {
    System.setProperty(THREADS, Integer.toString(threads));
  }

  /**
   * Runs work with a manager of its own while other threads wait for the engine; gradients are
   * recorded only while a collector is open.
   */
  public static <T> T withManager(Function<NDManager, T> work) {
    LOCK.lock();
    try {
      engine();
      boolean recorded = JniUtils.isGradMode();
      JniUtils.setGradMode(false);
      try (NDManager manager = newManager()) {
        return work.apply(manager);
      } finally {
        JniUtils.setGradMode(recorded);
      }
    } finally {
      LOCK.unlock();
    }
  }

  /** Owns arrays, on a GPU if PyTorch has one and it is allowed; closing it frees them. */
  public static NDManager newManager() {
    return onCpu ? engine().newBaseManager(Device.cpu()) : engine().newBaseManager();
  }

  /** Uses the processor from now on, even if there is a GPU. */
  public static void useCpu() {
    onCpu = true;
  }

  public static GradientCollector newGradientCollector() {
    return engine().newGradientCollector();
  }

  /** Seeds the engine's own random numbers. */
  public static void seed(long seed) {
    engine().setRandomSeed(Long.hashCode(seed));
  }

  private static ai.djl.engine.Engine engine() {
    setDefault("ai.djl.offline", "true");
    setDefault("OPT_OUT_TRACKING", "true");
    setDefault(THREADS, "1");
    setDefault("ai.djl.pytorch.num_interop_threads", "1");
    if (!librariesChecked) {
      UnpackedLibraries.ofProcess().clean();
      librariesChecked = true;
    }
    try {
      return ai.djl.engine.Engine.getEngine(NAME);
    } catch (EngineException | UnsatisfiedLinkError unavailable) {
      String machine = System.getProperty("os.name") + " " + System.getProperty("os.arch");
      throw new InputException(
          ("PyTorch cannot be started on " + machine + ": " + unavailable.getMessage())
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
