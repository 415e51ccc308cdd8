def check(setup):
    pass
