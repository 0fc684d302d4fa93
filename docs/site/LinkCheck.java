import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Links and pictures of all pages in a folder that lead nowhere; other sites are not contacted. */
final class LinkCheck {
  private static final Pattern LINK = Pattern.compile("<(?:a|link|img|script)\\s[^>]*?(?:href|src)=\"([^\"]*)\"");
  private static final Pattern ID = Pattern.compile("\\s(?:id|name)=\"([^\"]*)\"");

  private final Map<Path, Set<String>> ids = new HashMap<>();

  static List<String> of(Path site) throws IOException {
    LinkCheck check = new LinkCheck();
    List<String> broken = new ArrayList<>();
    try (Stream<Path> files = Files.walk(site)) {
      for (Path page : files.filter(LinkCheck::isChecked).sorted().toList()) {
        Matcher link = LINK.matcher(Files.readString(page));
        while (link.find()) {
          String target = link.group(1).replace("&amp;", "&");
          if (!target.matches("[a-z]+:.*") && !check.exists(page, target)) {
            broken.add(site.relativize(page) + ": broken link to " + target);
          }
        }
      }
    }
    return broken.stream().distinct().toList();
  }

  /** Contents of Javadoc's page of constants name an outer package that has no section. */
  private static boolean isChecked(Path file) {
    return file.toString().endsWith(".html") && !file.endsWith("constant-values.html");
  }

  private boolean exists(Path page, String target) throws IOException {
    String[] parts = target.split("#", 2);
    Path file = parts[0].isEmpty() ? page : page.resolveSibling(decoded(parts[0].replaceFirst("\\?.*", ""))).normalize();
    if (!Files.isRegularFile(file)) {
      return false;
    }
    return parts.length == 1 || parts[1].isEmpty() || anchors(file).contains(decoded(parts[1]));
  }

  private Set<String> anchors(Path file) throws IOException {
    Set<String> found = ids.get(file);
    if (found == null) {
      found = new HashSet<>();
      Matcher id = ID.matcher(Files.readString(file));
      while (id.find()) {
        found.add(id.group(1).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"));
      }
      ids.put(file, found);
    }
    return found;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
