# numerate, its page and its command, in one image.
#
#     docker build -t numerate .
#     docker run --rm -v "$PWD:/work" numerate check .
#     docker run --rm -p 127.0.0.1:8000:8000 numerate serve --host 0.0.0.0 --without-token
FROM python:3.12-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN python -m venv /opt/numerate && /opt/numerate/bin/pip install --no-cache-dir '.[documents,serve]'

FROM python:3.12-slim
COPY --from=build /opt/numerate /opt/numerate
RUN useradd --create-home --uid 10001 numerate
ENV PATH=/opt/numerate/bin:$PATH PYTHONUNBUFFERED=1
USER numerate
WORKDIR /work
EXPOSE 8000
ENTRYPOINT ["numerate"]
CMD ["--help"]
