# Sends part of a request and ends the connection: endings.py WAY, in each part by each ending, and in HTTP/2. A connection for each.
import os
import socket
import ssl
import struct
import sys
import time
from urllib.parse import urlsplit

HOST = 'api.mercadopago.com'
PATH = '/users/test'
HEAD = (
    f'POST {PATH} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n'
    'Authorization: Bearer APP_USR-1234-5678\r\n'
)
BODY = '{"description":"a","site_id":"MLA"}'
PARTS = {
    'half a head': HEAD[:60],
    'head': HEAD + f'Content-Length: {len(BODY)}\r\n\r\n',
    'half a body': HEAD.replace('Authorization', 'X-Own') + f'Content-Length: {len(BODY)}\r\n\r\n' + BODY[:10],
    'half a chunk': HEAD + f'Transfer-Encoding: chunked\r\n\r\n{len(BODY):x}\r\n' + BODY[:10],
    'a request and half of the next': (2 * (HEAD + f'Content-Length: {len(BODY)}\r\n\r\n' + BODY))[:-5],
}


def connect(way, scheme):
    """Opens a connection to the API by a way, below TLS."""
    if way == 'transparent':
        return socket.create_connection((HOST, 443 if scheme == 'https' else 80))
    gate = urlsplit(os.environ['MP_BASE_URL' if way == 'base-url' else 'HTTPS_PROXY'])
    raw = socket.create_connection((gate.hostname, gate.port))
    if way == 'proxy':
        raw.sendall(f'CONNECT {HOST}:443 HTTP/1.1\r\nHost: {HOST}:443\r\n\r\n'.encode())
        raw.recv(4096)
    return raw


def secured(raw, protocol='http/1.1'):
    context = ssl.create_default_context(cafile=os.environ['SSL_CERT_FILE'])
    context.set_alpn_protocols([protocol])
    return context.wrap_socket(raw, server_hostname=HOST)


def fin(stream):
    stream.close()


def half_closed(stream):
    stream.shutdown(socket.SHUT_WR)
    stream.settimeout(5)
    try:
        stream.recv(4096)
    except OSError:
        pass
    stream.close()


def reset(stream):
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    stream.close()


def close_notify(stream):
    try:
        stream.unwrap().close()
    except OSError:
        stream.close()


def without_close_notify(stream):
    socket.socket(fileno=stream.detach()).close()


ENDINGS = [
    ('http', fin),
    ('http', half_closed),
    ('http', reset),
    ('https', close_notify),
    ('https', without_close_notify),
    ('https', reset),
]

HEADERS, RST_STREAM, SETTINGS, END_HEADERS = 1, 3, 4, 4


def frame(kind, flags, payload, stream=1):
    """Returns a frame of HTTP/2 (RFC 9113, 4.1); stream 0 is the connection."""
    return bytes([0, 0, len(payload), kind, flags, 0, 0, 0, stream]) + payload


# POST https://a/users/test by the static table of HPACK (RFC 7541, appendix A).
FIELDS = b'\x83\x87\x04\x0b/users/test\x01\x01a'
PREFACE = b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' + frame(SETTINGS, 0, b'', 0)
STREAMS = [
    # closed within its body, half a header block, a field in upper case, one that HPACK cannot decode, no stream at all
    frame(HEADERS, END_HEADERS, FIELDS) + frame(0, 0, b'{"a":') + frame(RST_STREAM, 0, bytes([0, 0, 0, 8])),
    frame(HEADERS, 0, FIELDS),
    frame(HEADERS, END_HEADERS, FIELDS + b'\0\x03X-A\x01a'),
    frame(HEADERS, END_HEADERS, b'\xbf'),
    b'',
]

way = sys.argv[1]
for part in PARTS.values():
    for scheme, end in ENDINGS:
        raw = connect(way, scheme)
        stream = secured(raw) if scheme == 'https' else raw
        time.sleep(0.1)  # the gate ends its part of the handshake: a reset within it loses what follows
        stream.sendall(part.encode())
        end(stream)
for frames in STREAMS:
    for end in (close_notify, reset):
        stream = secured(connect(way, 'https'), 'h2')
        stream.sendall(PREFACE + frames)
        time.sleep(0.1)  # for the settings of the gate: unread bytes make a reset of the end
        stream.recv(4096)
        end(stream)
