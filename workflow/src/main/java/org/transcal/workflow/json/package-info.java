/**
 * Results as JSON: one class per file, with a record of the file's shape.
 *
 * <p>Read first: {@link org.transcal.workflow.json.ResultJson}. May depend on: core, {@code
 * io.json}. Does not belong here: numbers and sentences computed for the sake of a file.
 *
 * @since 0.2.0
 */
package org.transcal.workflow.json;
