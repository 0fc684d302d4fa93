/**
 * The history of monitored nights: {@link org.transcal.io.history.Histories} opens a file by its
 * extension, CSV here, others from add-ons found by {@link java.util.ServiceLoader}.
 */
package org.transcal.io.history;
