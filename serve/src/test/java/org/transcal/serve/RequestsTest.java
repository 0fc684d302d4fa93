package org.transcal.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.serve.RawClient.Answer;
import org.transcal.serve.WebServer.Settings;

/** What every request must obey: paths, methods, hosts, tokens, and the protocol itself. */
class RequestsTest {
  private static final String ONE_ROW = "{\"logits\": [1,2,3]}";

  private RunningServer server;

  @BeforeEach
  void start() throws IOException {
    server = RunningServer.of(Optional.of(RunningServer.MODEL));
  }

  @AfterEach
  void stop() {
    server.close();
    assertThat(server.unexpected).isEmpty();
  }

  @Test
  void givenPages_thenTypeAndSecurityHeaders() throws Exception {
    Answer page = server.ask("GET /");
    Answer metrics = server.ask("GET /metrics?name=value");
    Answer health = server.ask("GET /health");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.text()).contains("no nights");
    assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.header("content-security-policy"))
        .contains("default-src 'none'", "frame-ancestors 'none'");
    assertThat(page.header("x-content-type-options")).isEqualTo("nosniff");
    assertThat(page.headers().keySet()).noneMatch(name -> name.startsWith("access-control"));
    assertThat(metrics.status()).isEqualTo(200);
    assertThat(metrics.header("content-type")).startsWith("text/plain; version=0.0.4");
    assertThat(health.text()).isEqualTo("{\"status\":\"ok\"}\n");
  }

  @Test
  void givenHead_thenSameHeadersAndNoBody() throws Exception {
    Answer page = server.ask("GET /openapi.json");

    try (RawClient client = new RawClient(server.port())) {
      client.sendRequest("HEAD /openapi.json", new byte[0]);
      Answer head = client.read(true);
      client.sendRequest("GET /health", new byte[0]);

      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("content-length")).isEqualTo(page.header("content-length"));
      assertThat(head.header("content-type")).isEqualTo(page.header("content-type"));
      assertThat(client.read().status()).as("nothing in between").isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /nowhere", "GET /metrics/", "POST /../calibrate", "GET /%2e%2e/x"})
  void givenUnknownPath_then404(String line) throws Exception {
    Answer answer = server.ask(line);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.text()).contains("/metrics");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST /|GET, HEAD",
        "DELETE /metrics|GET, HEAD",
        "GET /calibrate|POST",
        "HEAD /calibrate|POST",
        "OPTIONS /calibrate|POST",
        "TRACE /health|GET, HEAD",
        "get /health|GET, HEAD",
      })
  void givenOtherMethod_then405WithAllow(String line, String allowed) throws Exception {
    Answer answer = server.ask(line);

    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("allow")).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, 200",
    "LOCALHOST:8080, 200",
    "127.0.0.1:1, 200",
    "127.1.2.3, 200",
    "[::1]:8080, 200",
    "evil.example, 403",
    "evil.example:8080, 403",
    "127.0.0.1.evil.example, 403",
    "localhost.evil.example, 403",
    "192.168.0.1, 403"
  })
  void givenLoopback_thenHostMustBeThisMachine(String host, int status) throws Exception {
    assertThat(server.ask("GET /health", "Host: " + host).status()).isEqualTo(status);
  }

  @Test
  void givenNoHostOrTwo_then400() throws Exception {
    assertThat(raw("GET /health HTTP/1.1\r\n\r\n").status()).isEqualTo(400);
    assertThat(server.ask("GET /health", "Host: localhost", "Host: localhost").status())
        .isEqualTo(400);
    assertThat(raw("GET /health HTTP/1.0\r\n\r\n").status()).isEqualTo(200);
  }

  private Answer raw(String text) throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send(text);
      return client.read();
    }
  }

  @Test
  void givenOtherAddressThanLoopback_thenNothingWithoutTheToken() throws Exception {
    Settings everywhere =
        new Settings(
            new InetSocketAddress("0.0.0.0", 0),
            Optional.of(new Token("a-secret")),
            RunningServer.MOST_BYTES,
            8);
    Routes routes = RunningServer.endpoints(Optional.of(RunningServer.MODEL));
    try (RunningServer open = new RunningServer(everywhere, routes)) {
      assertThat(open.ask("GET /health").text()).isEqualTo("{\"status\":\"ok\"}\n");
      assertThat(open.ask("HEAD /health").status()).isEqualTo(200);
      for (String path : routes.paths()) {
        for (String method : path.equals("/health") ? Set.<String>of() : routes.methods(path)) {
          for (String wrong :
              new String[] {
                "X-None: 1",
                "Authorization: Bearer a-secre",
                "Authorization: Bearer a-secret1",
                "Authorization: Bearer",
                "Authorization: a-secret",
                "Authorization: Digest a-secret",
                "Authorization: Basic !!!",
                "Authorization: Basic " + base64("user:wrong"),
              }) {
            Answer answer = open.ask(method + " " + path, wrong);
            assertThat(answer.status()).as("%s %s %s", method, path, wrong).isEqualTo(401);
            assertThat(answer.header("www-authenticate")).contains("Bearer", "Basic");
          }
        }
      }
      assertThat(open.ask("GET /nowhere").status()).isEqualTo(401);
      assertThat(open.ask("GET /metrics", "Authorization: bearer a-secret").status())
          .isEqualTo(200);
      assertThat(
              open.ask(
                      "GET /",
                      "Host: any.example",
                      "Authorization: Basic " + base64("anyone:a-secret"))
                  .status())
          .isEqualTo(200);
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense\r\n\r\n",
        "GET\r\n\r\n",
        "GET /health\r\n\r\n",
        "GET http://[bad HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET mailto:x HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: localhost\r\nno colon here\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: localhost\r\nBad Name: x\r\n\r\n",
        "POST /calibrate HTTP/1.1\r\nHost: localhost\r\nContent-Length: ten\r\n\r\n",
        "POST /calibrate HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "POST /calibrate HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n",
        "\u0000\u0000\r\n\r\n",
      })
  void givenMalformedRequest_thenRefusedAndTheServerLives(String text) throws Exception {
    try (RawClient client = new RawClient(server.port())) {
      client.send(text);
      String answer = new String(client.input().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answer).matches("(?s)|HTTP/1.1 (400|404|501) .*").doesNotContain("Exception at");
    }
    assertThat(server.ask("GET /health").status()).isEqualTo(200);
  }

  @Test
  void givenHugeHead_thenClosed() throws Exception {
    for (String endless : new String[] {"GET /", "GET / HTTP/1.1\r\nHost: localhost\r\nX: "}) {
      try (RawClient client = new RawClient(server.port())) {
        client.send(endless);
        boolean closed = false;
        for (int i = 0; i < 1000 && !closed; i++) {
          try {
            client.send("x".repeat(1000));
          } catch (IOException refused) {
            closed = true;
          }
        }
        assertThat(
                closed
                    || new String(client.input().readAllBytes(), StandardCharsets.UTF_8)
                        .startsWith("HTTP/1.1 4"))
            .isTrue();
      } catch (SocketException reset) {
        // Closed while the client still sent.
      }
    }
    assertThat(server.ask("GET /health").status()).isEqualTo(200);
  }

  @Test
  void givenManyHeaders_thenRefused() throws Exception {
    StringBuilder head = new StringBuilder("GET /health HTTP/1.1\r\nHost: localhost\r\n");
    for (int i = 0; i < 150; i++) {
      head.append("X-").append(i).append(": 1\r\n");
    }
    try (RawClient client = new RawClient(server.port())) {
      client.send(head.append("\r\n").toString());
      String answer = new String(client.input().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answer).doesNotContain(" 200 ");
    }
  }

  @Test
  void givenPipelinedRequests_thenAnsweredInOrder() throws Exception {
    String post =
        "POST /calibrate HTTP/1.1\r\nHost: localhost\r\n"
            + RunningServer.JSON
            + "\r\nContent-Length: "
            + ONE_ROW.length()
            + "\r\n\r\n"
            + ONE_ROW;
    String get = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    String wrong = "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n";
    try (RawClient client = new RawClient(server.port())) {
      client.send(post + get + wrong + post + get);

      assertThat(client.read().text()).contains("probabilities");
      assertThat(client.read().text()).contains("ok");
      assertThat(client.read().status()).isEqualTo(404);
      assertThat(client.read().text()).contains("probabilities");
      assertThat(client.read().text()).contains("ok");
    }
  }

  @Test
  void givenChunkedBody_thenRead() throws Exception {
    try (RawClient client = new RawClient(server.port())) {
      client.send(
          "POST /calibrate HTTP/1.1\r\nHost: localhost\r\n"
              + RunningServer.JSON
              + "\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "b\r\n{\"logits\": \r\n8\r\n[1,2,3]}\r\n0\r\n\r\n");

      assertThat(client.read().text()).contains("probabilities");
    }
  }

  @Test
  void givenEndlessChunks_then413() throws Exception {
    try (RawClient client = new RawClient(server.port())) {
      client.send(
          "POST /calibrate HTTP/1.1\r\nHost: localhost\r\n"
              + RunningServer.JSON
              + "\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n{\"logits\": \r\n");
      for (int i = 0; i < RunningServer.MOST_BYTES / 1000 + 10; i++) {
        client.send("3e8\r\n" + " ".repeat(1000) + "\r\n");
      }

      assertThat(client.read().status()).isEqualTo(413);
    }
  }

  @Test
  void givenBadChunk_thenClosedOr400() throws Exception {
    try (RawClient client = new RawClient(server.port())) {
      client.send(
          "POST /calibrate HTTP/1.1\r\nHost: localhost\r\n"
              + RunningServer.JSON
              + "\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n");
      String answer = new String(client.input().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answer).matches("(?s)|HTTP/1.1 400 .*");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"FFFFFFFF", "80000000", "FFFFFFFE"})
  void givenNegativeChunk_then400AndClosed(String size) throws Exception {
    for (String type : new String[] {RunningServer.JSON, RunningServer.NPY}) {
      try (RawClient client = new RawClient(server.port())) {
        client.send(
            "POST /calibrate HTTP/1.1\r\nHost: localhost\r\n"
                + type
                + "\r\nTransfer-Encoding: chunked\r\n\r\n"
                + size
                + "\r\n"
                + ONE_ROW);

        Answer answer = client.read();
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("the body is not in valid chunks");
        assertThat(client.isClosed()).isTrue();
      }
    }
    assertThat(server.ask("GET /health").status()).isEqualTo(200);
  }

  @Test
  void givenLengthAndChunks_then400AndClosed() throws Exception {
    try (RawClient client = new RawClient(server.port())) {
      client.send(
          "POST /calibrate HTTP/1.1\r\nHost: localhost\r\n"
              + RunningServer.JSON
              + "\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
              + "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertThat(client.read().status()).isEqualTo(400);
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void givenTwoLengths_then400() throws Exception {
    Answer answer =
        server.calibrate(ONE_ROW, RunningServer.JSON, "Content-Length: " + ONE_ROW.length());

    assertThat(answer.status()).isEqualTo(400);
  }

  @Test
  void givenExpectContinue_thenContinueFirst() throws Exception {
    try (RawClient client = new RawClient(server.port())) {
      client.send(
          "POST /calibrate HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
              + RunningServer.JSON
              + "\r\nContent-Length: "
              + ONE_ROW.length()
              + "\r\n\r\n");
      Answer first = client.read();
      client.send(ONE_ROW);

      assertThat(first.status()).isEqualTo(100);
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  @Test
  void givenRefusedBody_thenConnectionCanBeUsedAgain() throws Exception {
    try (RawClient client = new RawClient(server.port())) {
      byte[] large = " ".repeat(500_000).getBytes(StandardCharsets.UTF_8);
      client.sendRequest("POST /nowhere", large);
      Answer refused = client.read();
      client.sendRequest("GET /health", new byte[0]);

      assertThat(refused.status()).isEqualTo(404);
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  @Test
  void givenInternalError_then500WithoutDetails() throws Exception {
    Routes routes =
        new Routes()
            .get(
                "/",
                call -> {
                  throw new IllegalStateException("a secret");
                });
    try (RunningServer failing = new RunningServer(RunningServer.loopback(8), routes)) {
      Answer answer = failing.ask("GET /");

      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.text()).contains("internal error").doesNotContain("secret");
      assertThat(failing.unexpected).hasSize(1);
    }
  }

  @Test
  void givenErrorAfterTheHead_thenAnswerHasNoEnd() throws Exception {
    Routes routes =
        new Routes()
            .get(
                "/",
                call -> {
                  call.stream("text/plain").write(new byte[100_000]);
                  throw new IllegalStateException("too late");
                });
    try (RunningServer failing = new RunningServer(RunningServer.loopback(8), routes);
        RawClient client = new RawClient(failing.port())) {
      client.sendRequest("GET /", new byte[0]);
      String answer = new String(client.input().readAllBytes(), StandardCharsets.ISO_8859_1);

      assertThat(answer).startsWith("HTTP/1.1 200").doesNotEndWith("0\r\n\r\n");
    }
  }
}
