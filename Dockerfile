# The suite with nothing but Node. Not built where it was written: there is no Docker there.
#   docker build --tag conformance .
#   docker run --rm --env-file .env --volume "$PWD/reports:/reports" conformance --project=oauth-token
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
WORKDIR /suite
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY . .
RUN mkdir /reports && chown node:node /reports
USER node
ENV REPORTS_DIR=/reports
VOLUME /reports
ENTRYPOINT ["npm", "run", "conformance", "--"]
