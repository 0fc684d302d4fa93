/**
 * What tests of several packages share: fixed files and their readers.
 *
 * <p>Read first: {@link org.transcal.testing.SharedFiles}. May depend on: {@code matrix}. Does not
 * belong here: expected values, which stand beside the test that expects them.
 */
package org.transcal.testing;
