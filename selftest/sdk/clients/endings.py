# Sends part of a request and ends the connection: endings.py WAY, in each part by each ending. A connection for each.
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
    'half a body': HEAD + f'Content-Length: {len(BODY)}\r\n\r\n' + BODY[:10],
    'half a chunk': HEAD + f'Transfer-Encoding: chunked\r\n\r\n{len(BODY):x}\r\n' + BODY[:10],
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


def secured(raw):
    context = ssl.create_default_context(cafile=os.environ['SSL_CERT_FILE'])
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

way = sys.argv[1]
for part in PARTS.values():
    for scheme, end in ENDINGS:
        raw = connect(way, scheme)
        stream = secured(raw) if scheme == 'https' else raw
        time.sleep(0.1)  # the gate ends its part of the handshake: a reset within it loses what follows
        stream.sendall(part.encode())
        end(stream)
