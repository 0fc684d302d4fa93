/**
 * How the packages of the core may lean on each other.
 *
 * <p>Read first: {@link org.transcal.architecture.ArchitectureTest}. May depend on: nothing of the
 * core, which it reads as class files. Does not belong here: what the code computes.
 */
package org.transcal.architecture;
