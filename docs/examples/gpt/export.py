"""Exports the example: one AdamW training step of a small GPT, and its first state, as StableHLO text.

    pip install jax optax
    python export.py            # writes step.mlir and init.mlir beside this file

Any jitted JAX function whose first argument (the state) is donated, and which returns (state, metrics), can be exported
like this. Debug locations carry the names of arguments, so keep debug_info=True.
"""
import pathlib
import re

import jax
import jax.numpy as jnp
import optax

LAYERS, WIDTH, HEADS, VOCABULARY, LENGTH, BATCH = 2, 64, 4, 256, 32, 16

schedule = optax.warmup_cosine_decay_schedule(0.0, 3e-3, 4, 200)
optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule, b2=0.95, weight_decay=0.1))


def linear(key, inputs, outputs, scale):
    return {"w": jax.random.normal(key, (inputs, outputs)) * scale, "b": jnp.zeros(outputs)}


def norm():
    return {"g": jnp.ones(WIDTH), "b": jnp.zeros(WIDTH)}


def init(seed):
    keys = iter(jax.random.split(jax.random.key(seed), 2 + 4 * LAYERS))
    deep = 0.02 / (2 * LAYERS) ** 0.5
    params = {"wte": jax.random.normal(next(keys), (VOCABULARY, WIDTH)) * 0.02,
              "wpe": jax.random.normal(next(keys), (LENGTH, WIDTH)) * 0.02,
              "ln_f": norm()}
    for layer in range(LAYERS):
        params[f"h{layer}"] = {"ln_1": norm(), "qkv": linear(next(keys), WIDTH, 3 * WIDTH, 0.02), "proj": linear(next(keys), WIDTH, WIDTH, deep),
                               "ln_2": norm(), "fc": linear(next(keys), WIDTH, 4 * WIDTH, 0.02), "out": linear(next(keys), 4 * WIDTH, WIDTH, deep)}
    return {"params": params, "opt": optimizer.init(params), "step": jnp.int32(0)}


def apply(p, x):
    return x @ p["w"] + p["b"]


def normalise(p, x):
    centred = x - x.mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred ** 2).mean(-1, keepdims=True) + 1e-5) * p["g"] + p["b"]


def attention(p, x):
    heads = lambda t: t.reshape(BATCH, LENGTH, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)
    q, k, v = map(heads, jnp.split(apply(p["qkv"], x), 3, axis=-1))
    scores = q @ k.swapaxes(-1, -2) * (WIDTH // HEADS) ** -0.5
    causal = jnp.tril(jnp.ones((LENGTH, LENGTH), bool))
    weights = jax.nn.softmax(jnp.where(causal, scores, jnp.finfo(scores.dtype).min), axis=-1)
    return apply(p["proj"], (weights @ v).transpose(0, 2, 1, 3).reshape(BATCH, LENGTH, WIDTH))


def loss(params, tokens):
    inputs, targets = tokens[:, :-1], tokens[:, 1:]
    x = params["wte"][inputs] + params["wpe"]
    for layer in range(LAYERS):
        p = params[f"h{layer}"]
        x = x + attention(p, normalise(p["ln_1"], x))
        x = x + apply(p["out"], jax.nn.gelu(apply(p["fc"], normalise(p["ln_2"], x))))
    logits = normalise(params["ln_f"], x) @ params["wte"].T
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), targets[..., None], axis=-1).mean()


def step(state, batch):
    value, gradients = jax.value_and_grad(loss)(state["params"], batch["tokens"])
    updates, opt = optimizer.update(gradients, state["opt"], state["params"])
    state = {"params": optax.apply_updates(state["params"], updates), "opt": opt, "step": state["step"] + 1}
    return state, {"loss": value, "grad_norm": optax.global_norm(gradients)}


def text(lowered):
    # Source paths are the machine's own business.
    return re.sub(r'loc\("(?:/[^"]*/|<)?([^"/<>]*\.py)>?":', r'loc("\1":', lowered.as_text(debug_info=True))


if __name__ == "__main__":
    here = pathlib.Path(__file__).parent
    seed = jax.ShapeDtypeStruct((), jnp.int32)
    state = jax.eval_shape(init, seed)
    batch = {"tokens": jax.ShapeDtypeStruct((BATCH, LENGTH + 1), jnp.int32)}
    (here / "init.mlir").write_text(text(jax.jit(init).lower(seed)))
    (here / "step.mlir").write_text(text(jax.jit(step, donate_argnums=0).lower(state, batch)))
