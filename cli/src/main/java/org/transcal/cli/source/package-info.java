/**
 * What commands that read a task demand of its source.
 *
 * <p>Read first: {@link org.transcal.cli.source.PoorSource}. May depend on: core, picocli. Does not
 * belong here: reading tasks.
 */
package org.transcal.cli.source;
