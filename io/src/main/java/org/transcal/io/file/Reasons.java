package org.transcal.io.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why a file operation failed, in words. */
final class Reasons {
  private Reasons() {}

  static String of(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof NotDirectoryException) {
      return "part of the path is not a folder";
    }
    if (failure instanceof FileAlreadyExistsException exists) {
      return exists.getFile() + " exists and is not a folder";
    }
    if (failure instanceof FileSystemException system && system.getReason() != null) {
      return system.getReason();
    }
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }
}
