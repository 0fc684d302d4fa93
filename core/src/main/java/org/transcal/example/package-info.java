/**
 * Generated problems with a closed-form truth, for the demo, tests and studies.
 *
 * <p>Read first: {@link org.transcal.example.KnownShift}. May depend on: everything before it. Does
 * not belong here: data from elsewhere.
 */
package org.transcal.example;
