/**
 * Problems made by code whose truth is known in closed form: the demo, tests and studies use them.
 *
 * <p>Read first: {@link org.transcal.example.KnownShift}. May depend on: everything before it. Does
 * not belong here: data from elsewhere.
 */
package org.transcal.example;
