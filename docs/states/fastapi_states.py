# Provider states in FastAPI. Start it with: pip install fastapi uvicorn && uvicorn --port 8080 fastapi_states:app
from uuid import uuid4

from fastapi import Body, FastAPI, HTTPException

APPLICATION = {"client_id": "1234567890", "client_secret": "test-secret", "redirect_uri": "https://shop.example/callback"}
OTHER = {**APPLICATION, "client_id": "2234567890", "redirect_uri": "https://other.example/callback"}

# Replace each line with a call to your own service, which creates the data and returns it.
SETUPS = {
    "an application": lambda: APPLICATION,
    "another application": lambda: OTHER,
    "an authorization code": lambda: {**APPLICATION, "code": f"TG-{uuid4()}"},
    "a refresh token": lambda: {**APPLICATION, "refresh_token": f"TG-{uuid4()}"},
    "an access token": lambda: {"access_token": f"APP_USR-{uuid4()}", "user_id": "241983636"},
    "an expired access token": lambda: {"access_token": f"APP_USR-{uuid4()}"},
}

app = FastAPI()


@app.post("/_states")
def provide(question: dict = Body()):
    setup = SETUPS.get(question["state"])
    if setup is None:
        raise HTTPException(404)
    return {} if question["action"] == "teardown" else setup()
