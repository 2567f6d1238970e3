# The suite with nothing but Node. Not built where it was written: there is no Docker there.
#   docker build --tag conformance .
#   docker run --rm --env-file .env --volume "$PWD/reports:/reports" conformance --project=oauth-token
FROM node:20-bookworm-slim
WORKDIR /suite
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund && npm cache clean --force
COPY . .
RUN mkdir /reports && chown node:node /reports
USER node
ENV REPORTS_DIR=/reports
VOLUME /reports
ENTRYPOINT ["npm", "run", "conformance", "--"]
