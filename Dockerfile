# The packed suite on nothing but Node. It runs as a user who may write to /reports alone, so that the rest can be read-only:
#   docker build --tag conformance .
#   run="docker run --rm --read-only --tmpfs /tmp"
#   $run --env-file .env --volume "$PWD/reports:/reports" conformance run --project=oauth-token
#   $run --publish 127.0.0.1:4010:4010 conformance mock --address 0.0.0.0
#   $run --publish 127.0.0.1:4020-4021:4020-4021 conformance sdk serve --address 0.0.0.0
# A folder of the machine that stands at /reports has to be one that the user 1000 may write to. Ledgers, waivers, a
# conformance.config.json or a .env are read in /work. The digest is renewed by .github/dependabot.yml.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS packed
WORKDIR /checkout
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN mkdir /packed && npm pack --pack-destination /packed

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
WORKDIR /suite/node_modules/payments-conformance
COPY --from=packed /packed/ /checkout/package-lock.json ./
RUN tar -xzf ./*.tgz --strip-components=1 && rm ./*.tgz \
  && npm ci --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund && npm cache clean --force \
  && install -d -o node -g node /reports
USER node
WORKDIR /work
ENV REPORTS_DIR=/reports
VOLUME /reports
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "/suite/node_modules/payments-conformance/dist/cli/conformance.js"]
CMD ["run"]
