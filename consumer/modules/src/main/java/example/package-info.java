/** A program on the module path that calibrates a task. */
package example;
