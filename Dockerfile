# Server, command line and demo as an image: built from these sources, run by an ordinary user, with nothing but a Java runtime beside it.
#   docker build -t tapline .
#   TOKEN=$(head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n')
#   docker run --read-only --tmpfs /tmp -p 127.0.0.1:8080:8080 -v tapline:/var/lib/tapline -e TAPLINE_TOKENS="ada:$TOKEN=acme/admin" tapline
#   docker run --rm -e TAPLINE_URL=http://HOST:8080 -e TAPLINE_TOKEN="$TOKEN" tapline queues
# It writes to /var/lib/tapline and /tmp only. compose.yaml runs it with a PostgreSQL of its own.

FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /src
COPY pom.xml LICENSE ./
COPY packaging ./packaging
COPY bom ./bom
COPY api ./api
COPY postgres ./postgres
COPY tapdb ./tapdb
COPY engine ./engine
COPY grpc ./grpc
COPY packs ./packs
COPY server ./server
COPY doors/tasks ./doors/tasks
COPY doors/lab ./doors/lab
COPY client ./client
COPY tools/demo ./tools/demo
COPY cli ./cli
COPY starter/pom.xml ./starter/pom.xml
COPY testkit/pom.xml ./testkit/pom.xml
COPY examples/spring-app/pom.xml ./examples/spring-app/pom.xml
COPY tools/bench/pom.xml ./tools/bench/pom.xml
# The repository stays outside; its commit goes into the evidence by --build-arg COMMIT="$(git rev-parse --short=12 HEAD)".
ARG COMMIT=
# Formatting is checked where people write, not here. The downloads stay in a cache between builds.
RUN --mount=type=cache,target=/maven \
    mvn -Dmaven.repo.local=/maven ${COMMIT:+-Dtapline.commit=$COMMIT} --batch-mode --no-transfer-progress -Dmaven.test.skip=true -pl cli -am package \
    && cp cli/target/tapline-cli-*.jar cli/target/lib/ \
    && packaging/layout cli/target/lib /opt/tapline

# 21: virtual threads, where 17 is the least that will do.
FROM eclipse-temurin:21-jre
# PostgreSQL refuses to run as root, and so should everything else. The number is fixed, so that volumes keep their owner.
RUN groupadd --system --gid 10001 tapline \
    && useradd --system --uid 10001 --gid 10001 --home-dir /var/lib/tapline --create-home --shell /usr/sbin/nologin tapline
COPY --from=build /opt/tapline /opt/tapline
# The classes of short commands, read and checked once, by this very Java: they start in half the time, on a read-only file system too.
ENV TAPLINE_ARCHIVES=/opt/tapline/archives
RUN /opt/tapline/bin/tapline --version
# Those of a server, from a short run of one with a PostgreSQL, which refuses to run as root: they are made in a folder of the user's
# and then belong to root like all else.
USER 10001:10001
RUN TAPLINE_ARCHIVES=/tmp/archives XDG_CACHE_HOME=/tmp/cache /opt/tapline/bin/tapline archive
USER root
RUN cp -R /tmp/archives/. /opt/tapline/archives/ && rm -rf /tmp/archives /tmp/cache
# By number, so that Kubernetes can see that it is not root.
USER 10001:10001
WORKDIR /var/lib/tapline
# The embedded PostgreSQL, unless TAPLINE_DATABASE_URL names another.
VOLUME /var/lib/tapline
# Jars with executors of one's own go there: -v "$PWD/plugins:/opt/tapline/plugins:ro".
ENV TAPLINE_PLUGINS=/opt/tapline/plugins
# 60 % of the container's memory.
ENV TAPLINE_HEAP=auto
EXPOSE 8080
# By bash alone: the image needs no curl for it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /health HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200'"]
ENTRYPOINT ["/opt/tapline/bin/tapline"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080", "--data", "/var/lib/tapline"]
